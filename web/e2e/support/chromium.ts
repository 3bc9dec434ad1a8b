import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // a microphone that hums, for recordings
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

function executable(): string {
  const found = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path))
  if (!found) throw new Error('no Chromium or Chrome found: name one in CHROMIUM_PATH')
  return found
}

/** The Chromium or Chrome of this machine, without a window. @throws when there is none */
export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: executable(), args: ARGS })
