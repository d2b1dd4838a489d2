'use strict'

// fetch, as an extension gets it (invariant 9): asked for at every hop, and sent by the loader.

const { Symbol, TypeError, URL, urlHref, urlParts, reject, then, construct } = require('../../kernel/primordials.js')
const { checkMember } = require('../../policy/checks.js')
const { coded, refused } = require('../../kernel/errors.js')
const { load } = require('./web.js')
const { askConnect, bareHost, endpoint } = require('../../policy/endpoint.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { fetch } = globalThis

const MAX_REDIRECTS = 20

// createFetch asks for every hop: a redirect is followed here, never by fetch.
/** @param {Fence} fence */
function createFetch(fence) {
  function check(url) {
    if (url.protocol === 'data:' || url.protocol === 'blob:') return null
    const secure = url.protocol === 'https:'
    if (!secure && url.protocol !== 'http:') return refused('RF_DENIED_CALL', 'fetch', '')
    const port = url.port === '' ? (secure ? 443 : 80) : +url.port
    return askConnect(fence, endpoint(secure ? 'https' : 'http', bareHost(url.hostname), port, url.pathname, ''), 'fetch')
  }
  // What is no request is Node's own to answer.
  let transport
  function sent(web, req, at, streams, hops) {
    if (at.protocol !== 'http:' && at.protocol !== 'https:') return fetch(req, { __proto__: null, redirect: 'manual' })
    if (transport === undefined) {
      transport = require('./fetchtransport.js').createTransport(fence, web, require('node:http'), require('node:https'))
    }
    return transport(req, at, streams, hops)
  }
  const fail = cause => {
    const e = new TypeError('fetch failed')
    e.cause = cause
    return reject(e)
  }
  return function (input, init) {
    const member = checkMember(fence, 'globals', 'fetch')
    if (member !== null) return fail(member)
    const web = load()
    const { Request } = web
    let request
    let url
    let follow
    let streams = false
    try {
      const o = init === undefined || init === null ? { __proto__: null } : { __proto__: null, ...init }
      delete o.dispatcher
      streams = o.body !== null && typeof o.body === 'object' &&
        (typeof o.body.getReader === 'function' || typeof o.body[Symbol.asyncIterator] === 'function')
      if (typeof o.integrity === 'string' && o.integrity !== '') throw new TypeError('The integrity of an answer is not checked here')
      let target = input
      if (typeof input !== 'object' || input === null) target = '' + input
      else {
        try {
          target = urlHref(input)
        } catch {
          target = input
        }
      }
      follow = o.redirect === undefined ? 'follow' : '' + o.redirect
      if (typeof target === 'object') {
        // A request is made anew of its parts: what it is inside, its maker can change.
        follow = o.redirect === undefined ? web.redirect(target) : follow
        const made = { __proto__: null, method: web.method(target), headers: web.headers(target), signal: web.signal(target) }
        const body = web.body(target)
        if (body !== null && body !== undefined && o.body === undefined) {
          made.body = body
          made.duplex = 'half'
        }
        target = web.url(target)
        request = construct(Request, [target, { __proto__: null, ...made, ...o }])
      } else request = construct(Request, [target, o])
      url = urlParts(new URL(web.url(request)))
    } catch (e) {
      return reject(e)
    }
    const hop = (req, at, left) => {
      const no = check(at)
      if (no !== null) return fail(no)
      return then(sent(web, req, at, streams, MAX_REDIRECTS - left), response => {
        const status = web.status(response)
        if (follow === 'manual' || !(status === 301 || status === 302 || status === 303 || status === 307 || status === 308)) {
          return response
        }
        if (follow === 'error' || left === 0) return fail(coded('RF_DENIED_CALL', 'redirect'))
        const where = web.header(web.answered(response), 'location')
        if (where === null) return response
        const next = urlParts(new URL(where, at.href))
        const method = web.method(req)
        if ((status === 307 || status === 308) && method !== 'GET' && method !== 'HEAD') {
          return fail(coded('RF_DENIED_CALL', 'a redirect of ' + method + ' is not followed'))
        }
        const init2 = { __proto__: null, method: method === 'HEAD' ? 'HEAD' : 'GET', signal: web.signal(req) }
        if (next.origin === at.origin) init2.headers = web.headers(req)
        return hop(construct(Request, [next.href, init2]), next, left - 1)
      })
    }
    return hop(request, url, MAX_REDIRECTS)
  }
}

module.exports = { __proto__: null, createFetch }
