// want: fs.readFileSync call "a"
var m=Object.defineProperty;var H=(o,t)=>()=>(o&&(t=o(o=0)),t);var u=(o,t)=>{for(var r in t)m(o,r,{get:t[r],enumerable:!0})};var w={};u(w,{boot:()=>C,default:()=>p});function C(){return(0,b.readFileSync)("a")}var b,p,y=H(()=>{b=require("fs");p=class{constructor(){this.fs=b}}});exports.activate=async()=>{(await Promise.resolve().then(()=>(y(),w))).boot()};
