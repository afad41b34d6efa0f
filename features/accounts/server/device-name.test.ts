import { expect, test } from 'vitest'
import { nameDevice } from './device-name.ts'

const samsung = 'SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'

test.each([
  ['Windows NT 10.0; Win64; x64', 'Chrome/140.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Windows NT 10.0; Win64; x64', 'Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge on Windows'],
  ['Macintosh; Intel Mac OS X 10_15_7', 'Version/18.6 Safari/605.1.15', 'Safari on Mac'],
  ['iPhone; CPU iPhone OS 18_6 like Mac OS X', 'Version/18.6 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
  ['iPad; CPU OS 18_6 like Mac OS X', 'CriOS/140.0 Mobile/15E148 Safari/604.1', 'Chrome on iPad'],
  ['Linux; Android 15; SM-S931B', samsung, 'Samsung Internet on Android'],
  ['X11; CrOS x86_64 14541.0.0', 'Chrome/140.0.0.0 Safari/537.36', 'Chrome on ChromeOS'],
])('%s with %s is “%s”', (system, browser, name) => {
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  expect(nameDevice(`Mozilla/5.0 (${system}) ${engine} ${browser}`)).toBe(name)
})

test.each([
  ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['SomethingElse/1.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.5.0', null],
  ['', null],
  [undefined, null],
])('%s is %s', (userAgent, name) => expect(nameDevice(userAgent)).toBe(name))
