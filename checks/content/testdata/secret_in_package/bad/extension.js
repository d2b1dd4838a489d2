const { connect } = require("./client");

exports.activate = () => {
  const client = connect({ token: "sm_pat_q7ZbN2xLw9TfK4vR" }); // want "a secret ships with the extension \\(\"sm_p…\", 23 characters; gitleaks: settlemint-personal-access-token\\)"
  client.trust("AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE6"); // want "a secret ships .*age-secret-key"
  client.login({ password: "x8Kq2LmZ7vTr4Wp9Nc3B" }); // want "random text stands where a secret would \\(\"x8Kq…\", 20 characters"
  client.post({ twitter: "x8kq2lmz7vtr4wp9nc3bfhd6j" }); // want "may be a secret of a service .*twitter"
  client.report("InstrumentationKey=c4a29126-a7cb-47e5-b348-11414998b11e;"); // want "public by design ships .*Application Insights"
};
