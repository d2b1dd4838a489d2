'use strict'

// Language and web platform without power.
const HARMLESS = ('Object Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error ' +
  'AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer ' +
  'Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array ' +
  'Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef ' +
  'FinalizationRegistry Reflect SharedArrayBuffer Iterator decodeURI decodeURIComponent encodeURI ' +
  'encodeURIComponent escape unescape isFinite isNaN structuredClone atob btoa queueMicrotask Performance ' +
  'AbortController AbortSignal Event EventTarget MessageChannel MessagePort MessageEvent URL URLSearchParams ' +
  'TextEncoder TextDecoder TextDecoderStream TextEncoderStream ReadableStream ReadableStreamDefaultReader ' +
  'ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableByteStreamController ReadableStreamDefaultController ' +
  'TransformStream TransformStreamDefaultController WritableStream WritableStreamDefaultController ' +
  'WritableStreamDefaultWriter ByteLengthQueuingStrategy CountQueuingStrategy CompressionStream DecompressionStream ' +
  'Blob File FormData Headers Request Response DOMException crypto Crypto CryptoKey SubtleCrypto CustomEvent ' +
  'CloseEvent Buffer Function BroadcastChannel PerformanceEntry PerformanceMark PerformanceMeasure ' +
  'PerformanceObserverEntryList PerformanceResourceTiming Navigator SuppressedError DisposableStack ' +
  'AsyncDisposableStack __vscode_nls_locale _VSCODE_NLS_LANGUAGE _VSCODE_NLS_MESSAGES').split(' ')

module.exports = { __proto__: null, HARMLESS }
