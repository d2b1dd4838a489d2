// want: fs.readFileSync call "a"
// want: os.userInfo call
!function(e,t){"object"==typeof exports&&"object"==typeof module?module.exports=t(require("fs"),require("os")):"function"==typeof define&&define.amd?define(["fs","os"],t):"object"==typeof exports?exports.lib=t(require("fs"),require("os")):e.lib=t(e.fs,e.os)}(this,(e,t)=>(()=>{"use strict";var r={147:t=>{t.exports=e},37:e=>{e.exports=t}},n={};function o(e){var t=n[e];if(void 0!==t)return t.exports;var i=n[e]={exports:{}};return r[e](i,i.exports,o),i.exports}o(147).readFileSync("a");return{info:o(37).userInfo()}})());
