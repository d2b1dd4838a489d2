// want: fs.readFileSync call "a"
// want: child_process.spawn call "git"
import{createRequire as e}from"module";var _={896:r=>{r.exports=e(import.meta.url)("fs")}};var t={};function __nccwpck_require__(e){var r=t[e];if(r!==undefined){return r.exports}var a=t[e]={exports:{}};var o=true;try{_[e](a,a.exports,__nccwpck_require__);o=false}finally{if(o)delete t[e]}return a.exports}var o=__nccwpck_require__(896);const i=e(import.meta.url)("node:child_process");o.readFileSync("a");(0,i.spawn)("git");
