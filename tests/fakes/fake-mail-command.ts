// `npm run fake-mail [port]`: a mail server that is none, for trying mails without an account anywhere.
import PostalMime from 'postal-mime'
import { startFakeSmtp } from './fake-smtp.ts'

const fake = await startFakeSmtp(Number(process.argv[2] ?? 4025))
fake.onMail = async (raw, to) => {
  const { subject = '', text = '' } = await PostalMime.parse(raw)
  const lines = text.trimEnd().split('\n')
  process.stdout.write(
    `\n  To: ${to.join(', ')}\n  Subject: ${subject}\n\n${lines.map((line) => `  ${line}`).join('\n')}\n\n  (kept by the fake mail server, delivered to nobody)\n`,
  )
}
process.stdout.write(`
  A fake mail server listens at ${fake.url}. It shows every mail here and delivers none. Start the app with:

  SMTP_URL=${fake.url} npm start

  Stop it with Ctrl-C.

`)
