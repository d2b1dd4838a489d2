const https = require("https");
const docs = "https://docs.fixture.zz/start";

exports.activate = () => {
  https.get("https://updates.fixture.zz/list");
  console.log(docs);
};
