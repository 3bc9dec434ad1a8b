import { createApi } from './api.ts'
import { createShell } from './shell.ts'

const ASSET = '/assets/webchat/recado.js'

function start(script: HTMLScriptElement): void {
  const key = script.dataset.channel
  const [base] = script.src.split(ASSET)
  if (!key || base === undefined || base === script.src) return
  const begin = () => createApi(createShell(`${base}/hooks/${encodeURIComponent(key)}/frame`))
  if (document.body) begin()
  else document.addEventListener('DOMContentLoaded', begin, { once: true })
}

const current = document.currentScript
if (current instanceof HTMLScriptElement) start(current)
