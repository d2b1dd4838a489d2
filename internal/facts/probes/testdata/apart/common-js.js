// want: http.get call "http://x"
// want: https.request call "https://x"
var v=(e,r)=>()=>(r||e((r={exports:{}}).exports,r),r.exports);var u=v((m,n)=>{n.exports=require("http")});var w=v((m,n)=>{n.exports=require("https")});u().get("http://x"),w().request("https://x");
