'use strict'

// The theme, the search. A page without this is whole, and has neither.

const themes = ['', 'light', 'dark']
const names = { '': 'as the system', light: 'light', dark: 'dark' }

function kept () {
  try {
    const theme = localStorage.getItem('ringfence-theme')
    return themes.includes(theme) ? theme : ''
  } catch {
    return '' // a browser may keep nothing
  }
}

function keep (theme) {
  try {
    localStorage.setItem('ringfence-theme', theme)
  } catch {}
}

// show sets the theme of the page, and of pictures that have one for each.
function show (theme) {
  document.documentElement.dataset.theme = theme
  const button = document.getElementById('theme')
  if (button) button.textContent = `Theme: ${names[theme]}`
  for (const source of document.querySelectorAll('source[media*="dark"], source[data-dark]')) {
    source.dataset.dark = source.dataset.dark || source.media
    source.media = theme === '' ? source.dataset.dark : theme === 'dark' ? 'all' : 'not all'
  }
}

// The pages are there when somebody searches, not before.
let loading
function pages () {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${document.body.dataset.top}search.js`
    script.onload = () => resolve(window.ringfencePages)
    script.onerror = () => reject(new Error('the index did not load'))
    document.head.append(script)
  })
  return loading
}

// rate says how well a section fits all words; 0: not.
function rate (page, section, words) {
  let sum = 0
  const title = page.Title.toLowerCase()
  const heading = section.Heading.toLowerCase()
  const text = section.Text.toLowerCase()
  for (const word of words) {
    const times = text.split(word).length - 1
    const whole = heading === word ? 12 : 0 // a heading that is the word and nothing else is its own page
    const one = (title.includes(word) ? 8 : 0) + (heading.includes(word) ? 20 : 0) + whole + Math.min(times, 5)
    if (one === 0) return 0
    sum += one
  }
  return sum
}

function find (all, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = []
  for (const page of words.length > 0 ? all : []) {
    for (const section of page.Sections) {
      const score = rate(page, section, words)
      if (score > 0) hits.push({ page, section, score, words })
    }
  }
  return hits.sort((a, b) => b.score - a.score)
}

// around is the text of a section near the first word.
function around ({ section, words }) {
  const at = section.Text.toLowerCase().indexOf(words[0])
  const from = Math.max(0, at - 60)
  return (from > 0 ? '…' : '') + section.Text.slice(from, from + 180) + (section.Text.length > from + 180 ? '…' : '')
}

const most = 20

function list (box, hits) {
  const title = document.createElement('p')
  title.textContent = hits.length === 0 ? 'Nothing was found.' : `${hits.length} found${hits.length > most ? `, the first ${most}` : ''}:`
  const items = document.createElement('ol')
  for (const hit of hits.slice(0, most)) {
    const item = document.createElement('li')
    const link = document.createElement('a')
    link.href = document.body.dataset.top + hit.page.Page + (hit.section.ID ? `#${hit.section.ID}` : '')
    link.textContent = hit.section.Heading && hit.section.Heading !== hit.page.Title
      ? `${hit.page.Title}: ${hit.section.Heading}`
      : hit.page.Title
    const text = document.createElement('div')
    text.textContent = around(hit)
    item.append(link, text)
    items.append(item)
  }
  box.replaceChildren(title, items)
}

function search (input, box) {
  const query = input.value.trim()
  box.hidden = query.length < 2
  if (box.hidden) return
  pages().then(all => {
    if (input.value.trim() === query) list(box, find(all, query))
  }, err => { box.textContent = err.message })
}

document.documentElement.dataset.theme = kept()
document.addEventListener('DOMContentLoaded', () => {
  document.querySelector('.tools').hidden = false
  show(kept())
  const input = document.getElementById('search')
  const box = document.getElementById('found')
  input.addEventListener('input', () => search(input, box))
  input.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    input.value = ''
    search(input, box)
  })
  box.addEventListener('click', event => {
    if (event.target.closest('a')) box.hidden = true
  })
  document.getElementById('theme').addEventListener('click', () => {
    const next = themes[(themes.indexOf(kept()) + 1) % themes.length]
    keep(next)
    show(next)
  })
})
