const https = require("https");

exports.activate = () => {
  https.get("https://api.gone.zz/list"); // want "the code connects to \"api.gone.zz\", which leads nowhere, and nobody holds \"gone.zz\": whoever registers it answers"
  https.get("https://old.fixture.zz/list"); // want "\"old.fixture.zz\", which leads nowhere: it is gone, or a name that only some networks know"
  https.get("https://meta.fixture.zz/latest/"); // want "\"meta.fixture.zz\", a public name that leads to a link-local address, where clouds hand out credentials"
  https.get("https://me.fixture.zz/"); // want "\"me.fixture.zz\", a public name that leads to this machine: whoever holds the name can lead it elsewhere"
  https.get("https://inside.fixture.zz/"); // want "\"inside.fixture.zz\", a public name that leads to a private network"
};
