const { connect } = require("./client");

exports.activate = async (context) => {
  const client = connect({ token: await context.secrets.get("token") });
  client.login({ password: process.env.FIXTURE_PASSWORD, token: "authenticationProvider", key: "editor.action.rename" });
  client.post({ twitter: "@fixture", sessionToken: "", apiVersion: "2024-01-01-preview" });
};
