import { render } from 'preact'
import { App } from './shell/app.tsx'
import { trustedUrl } from './shell/trusted-types.ts'

render(<App />, document.querySelector('#lectern')!)

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register(trustedUrl('./sw.js')).catch(() => {}) // without it the page only needs the network
