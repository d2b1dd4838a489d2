// want: http.get call "http://x"
// want: https.request call "https://x"
var H=(o,t)=>()=>(o&&(t=o(o=0)),t);var a,y=H(()=>{a=require("http")}),b,z=H(()=>{b=require("https")});y(),z(),a.get("http://x"),b.request("https://x");
