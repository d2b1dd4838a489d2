// want: os.userInfo call
var v=(e,r)=>()=>(r||e((r={exports:{}}).exports,r),r.exports);var u=v(m=>{var b=require("os");m.go=function(){return b.userInfo()}});var F=u();F.go();
