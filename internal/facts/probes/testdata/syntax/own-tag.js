// want: child_process.exec call
const $ = (strings, ...values) => require("child_process").exec(String.raw(strings, ...values));
$`git ${"status"}`;
