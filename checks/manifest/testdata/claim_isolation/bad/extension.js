// Snippets run in a secure sandbox. // want "claims .*: VS Code runs every extension with all rights of its user"
exports.activate = () => {
  console.log("commands are isolated from your files"); // want "claims .*are isola.ed from"
};
