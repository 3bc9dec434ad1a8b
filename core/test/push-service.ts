import { createDecipheriv, createECDH, hkdfSync, randomBytes, webcrypto } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Pushed {
  /** Of the browser that it was for. */
  path: string
  headers: IncomingHttpHeaders
  /** As only that browser can read it. */
  message: { title: string; body: string; link: string | null; tag: string }
  /** Claims of the sender's signature; null when it does not hold. */
  claims: { aud: string; exp: number; sub: string } | null
}

type Ecdh = ReturnType<typeof createECDH>
interface Browser {
  ecdh: Ecdh
  auth: Buffer
}

/** A push service on loopback, and the browsers that wait at it: decrypts what comes (RFC 8188, 8291) and verifies who sent it. */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const pushed: Pushed[] = []
  /** Asked of every push, answered or not. */
  let requests = 0
  let status = 201
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const browser = browsers.get(request.url ?? '')
    requests += 1
    if (status < 300 && browser) {
      const { headers } = request
      const message = JSON.parse(decrypt(body, browser).toString()) as Pushed['message']
      pushed.push({ path: request.url ?? '', headers, message, claims: await claimsOf(headers.authorization ?? '') })
    }
    response.writeHead(browser ? status : 404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    allow: `127.0.0.1:${port}`,
    pushed,
    requests: () => requests,
    answers(code: number) {
      status = code
    },
    /** A browser as its `PushSubscription.toJSON()` has it. */
    browser() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(9).toString('base64url')}`
      browsers.set(path, { ecdh, auth })
      return { endpoint: `${url}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const ours = ecdh.getPublicKey()
  const shared = derive(
    ecdh.computeSecret(sender),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), ours, sender]),
    32,
  )
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(21 + sender.length)
  const open = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

async function claimsOf(authorization: string): Promise<Pushed['claims']> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', payload = '', signature = ''] = token.split('.')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const publicKey = await webcrypto.subtle.importKey('raw', Buffer.from(key, 'base64url'), algorithm, false, ['verify'])
  const isRight = await webcrypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    publicKey,
    Buffer.from(signature, 'base64url'),
    Buffer.from(`${head}.${payload}`),
  )
  return isRight ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Pushed['claims']) : null
}
