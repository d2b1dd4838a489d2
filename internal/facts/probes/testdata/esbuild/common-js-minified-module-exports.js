// want: os.userInfo call
// want: fs.statSync call "a"
var v=(e,r)=>()=>{try{return r||e((r={exports:{}}).exports,r),r.exports}catch(o){throw r=0,o}};var a=v((d,g)=>{g.exports=require("os")});var c=v((d,g)=>{"use strict";var k=a();g.exports=class{constructor(h){this.i=k,this.f=h}go(){this.i.userInfo(),this.f.statSync("a")}}});var K=c();new K(require("fs")).go();
