import { expect, test } from 'vitest'
import { startLoneServer } from '../../../tests/helpers/lone-server.ts'
import { addTrainer, dayFromNow, icsFile, wholeDays } from '../testing/calendar.ts'

test('deep, long, and many events are read or refused within seconds', async () => {
  const { server } = await startLoneServer()
  const cookie = await server.signIn()
  const trainerId = await addTrainer(server, 'Tina Trainer')
  const soon = wholeDays(dayFromNow(5), dayFromNow(6))
  const upload = async (text: string) => {
    const json = { trainerId, name: 'family.ics', text, keepTitles: false }
    const response = await server.send('/api/calendar/files', { cookie, json })
    return { status: response.status, body: await response.json() }
  }
  const deep = `${'BEGIN:VEVENT\r\n'.repeat(50_000)}${'END:VEVENT\r\n'.repeat(50_000)}`
  const rule = (text: string) => icsFile(`DTSTART:20260101T000000Z\r\nRRULE:${text}`)
  const bombs = [
    rule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'),
    rule('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'),
    rule('FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6'),
    rule('FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1'),
    rule('FREQ=DAILY;BYSETPOS=400;BYHOUR=1'),
    rule('FREQ=DAILY;INTERVAL=0'),
    rule('FREQ=DAILY;INTERVAL=999999999'),
    rule('FREQ=NEVER'),
    icsFile('DTSTART:99999999T999999\r\nDTEND:00000000T000000'),
    icsFile(`DTSTART:20260101T000000Z\r\nDURATION:P${'9'.repeat(300)}D`),
    icsFile(`${soon}\r\nRRULE:FREQ=DAILY\r\nRRULE:FREQ=WEEKLY`),
    icsFile().replace('END:VCALENDAR', `${deep}END:VCALENDAR`),
    icsFile(`SUMMARY:${'x'.repeat(1_900_000)}\r\n${soon}`),
    icsFile(`SUMMARY:${'x\r\n '.repeat(480_000)}\r\n${soon}`),
    icsFile(...Array.from({ length: 15_000 }, () => soon)),
    icsFile(...Array.from({ length: 9000 }, () => `${soon}\r\nRRULE:FREQ=DAILY`)),
    icsFile(`${soon}\r\nEXDATE:${'20260101T000000Z,'.repeat(100_000)}20260101T000000Z`),
    icsFile(`${soon}\r\nRRULE:FREQ=DAILY\r\nRDATE:${'20260101T000000Z,'.repeat(100_000)}20260101T000000Z`),
  ]
  for (const [index, text] of bombs.entries()) {
    const started = performance.now()
    const { status, body } = await upload(text)
    expect([201, 422], `bomb ${index}: ${body.detail}`).toContain(status)
    expect(performance.now() - started, `bomb ${index}`).toBeLessThan(20_000)
  }
  // It still works.
  expect((await upload(icsFile(soon))).body.file.days).toBe(1)
})
