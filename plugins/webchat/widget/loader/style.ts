/** A constructed sheet: no inline style for the page's content policy to refuse. */
export const STYLE = `
:host { all: initial; --accent: #0f6b66; --on-accent: #fff; }
:host([data-position]) { display: block; }
.frame, .button { position: fixed; z-index: 2147483000; border: 0; right: 20px; }
:host([data-position="left"]) .frame, :host([data-position="left"]) .button { right: auto; left: 20px; }
.frame {
  bottom: 88px; width: min(384px, calc(100vw - 40px)); height: min(640px, calc(100vh - 108px)); height: min(640px, calc(100dvh - 108px));
  border-radius: 12px; background: transparent; color-scheme: normal;
  box-shadow: 0 0 0 1px rgb(0 0 0 / .06), 0 12px 40px rgb(0 0 0 / .18);
  opacity: 0; visibility: hidden; transform: translateY(8px);
  transition: opacity .12s ease-out, transform .12s ease-out, visibility 0s .12s;
}
:host(.open) .frame { opacity: 1; visibility: visible; transform: none; transition-delay: 0s; }
:host(.full) .frame { inset: 0; width: 100%; height: 100%; height: 100dvh; border-radius: 0; box-shadow: none; }
:host(.full) .button { display: none; }
.button {
  bottom: 20px; width: 56px; height: 56px; padding: 0; border-radius: 50%; cursor: pointer;
  background: var(--accent); color: var(--on-accent);
  box-shadow: 0 2px 6px rgb(0 0 0 / .16), 0 6px 20px rgb(0 0 0 / .14);
}
.button[hidden] { display: none; }
.button:hover { filter: brightness(1.06); }
.button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
svg { position: absolute; inset: 16px; width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.chat { fill: currentColor; stroke: none; }
.down, :host(.open) .chat { opacity: 0; }
:host(.open) .down { opacity: 1; }
.badge {
  position: absolute; top: -4px; right: -4px; min-width: 22px; height: 22px; padding: 0 6px; box-sizing: border-box; border-radius: 11px;
  background: #b3261e; color: #fff; font: 600 13px/22px system-ui, sans-serif; text-align: center; box-shadow: 0 0 0 2px #fff;
}
.badge[hidden] { display: none; }
@media (prefers-reduced-motion: reduce) { .frame { transition: none; } }
@media print { .frame, .button { display: none; } }
`
