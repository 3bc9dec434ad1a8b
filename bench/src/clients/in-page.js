// What is measured inside the browser; put into every page before its own scripts.

/** @returns {Promise<void>} after the frame that is being made was painted */
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))

globalThis.bench = {
  /** Milliseconds of one request with its body read as JSON. */
  async fetch(path, token) {
    const started = performance.now()
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    await answer.json()
    return performance.now() - started
  },

  /** Milliseconds from the click on a ticket of the list to its painted messages. */
  async open(id) {
    const shown = () => [...document.querySelectorAll('[data-message]')].map((one) => one.dataset.message)
    const before = new Set(shown())
    const started = performance.now()
    document.querySelector(`[data-ticket="${id}"]`)?.click()
    for (;;) {
      await new Promise((done) => requestAnimationFrame(done))
      const now = shown()
      if (now.length > 0 && !now.some((one) => before.has(one))) break
      if (performance.now() - started > 15_000) throw new Error(`ticket ${id} was not drawn`)
    }
    await painted()
    return performance.now() - started
  },

  /** Milliseconds between the frames of that time. */
  frames(ms) {
    return new Promise((done) => {
      const gaps = []
      const started = performance.now()
      let last = started
      const tick = (at) => {
        gaps.push(at - last)
        last = at
        if (at - started < ms) requestAnimationFrame(tick)
        else done(gaps)
      }
      requestAnimationFrame(tick)
    })
  },

  /** Notes from now on how long each key press takes to the frame that shows it. */
  listen() {
    const times = []
    const hear = async ({ timeStamp }) => {
      await painted()
      times.push(performance.now() - timeStamp)
    }
    document.addEventListener('keydown', hear, true)
    bench.stopListening = () => {
      document.removeEventListener('keydown', hear, true)
      return times
    }
  },

  /** Milliseconds of each key press since then. */
  async heard() {
    await painted()
    return bench.stopListening()
  },
}
