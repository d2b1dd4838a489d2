// What tsc is told that no module of the loader says. An object without a prototype is
// given to Node where an object with one is asked for: the same to Node, save that it finds
// nothing that somebody put on Object.prototype.

interface PropertyDescriptor { __proto__?: null }
interface TypedPropertyDescriptor<T> { __proto__?: null }
interface ProxyHandler<T extends object> { __proto__?: null }
interface RequestInit { __proto__?: null }
interface Error { code?: string; requireStack?: string[] }

// What loaders of one host have in common (kernel/functions.js).
declare var __ringfence__: undefined | { primordials: {}; patterns: {}; starts: { [digest: string]: Function }; add: Function; isFenced: Function }
declare var WebAssembly: any

declare module 'fs' {
  interface ObjectEncodingOptions { __proto__?: null }
  interface StatOptions { __proto__?: null }
  interface StatSyncOptions { __proto__?: null }
  interface RmOptions { __proto__?: null }
  interface MakeDirectoryOptions { __proto__?: null }
}
declare module 'buffer' { interface BlobOptions { __proto__?: null } }
declare module 'vm' { interface CompileFunctionOptions { __proto__?: null } }
declare module 'readline' { interface ReadLineOptions { __proto__?: null } }
declare module 'zlib' { interface BrotliOptions { __proto__?: null } }
declare module 'stream' { interface DuplexOptions<T> { __proto__?: null } }
// Members of newer Nodes, and of Node's own naming; asked for before they are used.
declare module 'util' { function getCallSites(frames?: number): any[] }
declare module 'tls' { function getCACertificates(type?: string): string[] }
declare module 'module' { function _nodeModulePaths(from: string): string[] }
