exports.activate = () => eval(Buffer.from("Y29uc29sZS5sb2coMSk=", "base64").toString()); // want "what a decoder returns is run as code"
