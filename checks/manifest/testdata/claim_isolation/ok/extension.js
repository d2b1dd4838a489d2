// Snippets run in a process of their own, with all rights of the user.
exports.activate = () => {
  console.log("commands are not isolated from your files");
};
