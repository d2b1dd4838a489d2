exports.activate = () => require("dotenv").config();
