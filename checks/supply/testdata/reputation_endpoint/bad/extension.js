const https = require("https");
const docs = "https://docs.fixture.zz/start"; // want "the code names \"docs.fixture.zz\", called malicious by 0 and suspicious by 2"

exports.activate = () => {
  https.get("https://updates.fixture.zz/list"); // want "the code connects to \"updates.fixture.zz\", called malicious by 2 and suspicious by 0"
  console.log(docs);
};
