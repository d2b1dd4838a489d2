// want: http.get call "http://x"
// want: https.request call "https://x"
(()=>{var e={376(e,t,r){const o=r(857);t.go=function(){return o.get("http://x")}},24(e){"use strict";e.exports=require("https")},857(e){"use strict";e.exports=require("http")}};const t={};function r(o){const s=t[o];if(void 0!==s)return s.exports;const n=t[o]={exports:{}};return e[o](n,n.exports,r),n.exports}const n=r(24);r(376).go(),n.request("https://x")})();
