// want: fs.readFileSync call "a"
import*as r from"fs";var n={};n.o=(e,r)=>Object.prototype.hasOwnProperty.call(e,r);n.d=(e,r)=>{for(var _ in r){if(n.o(r,_)&&!n.o(e,_)){Object.defineProperty(e,_,{enumerable:true,get:r[_]})}}};var x=e=>{var r={};n.d(r,e);return r};const c=x({["readFileSync"]:()=>r.readFileSync});(0,c.readFileSync)("a");
