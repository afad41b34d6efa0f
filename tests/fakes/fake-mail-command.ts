// `npm run fake-mail [port]` starts a fake email server, for trying emails without an account.
import PostalMime from 'postal-mime'
import { startFakeSmtp } from './fake-smtp.ts'

const fake = await startFakeSmtp(Number(process.argv[2] ?? 4025))
fake.onMail = async (raw, to) => {
  const { subject = '', text = '' } = await PostalMime.parse(raw)
  const lines = text.trimEnd().split('\n')
  process.stdout.write(
    `\n  To: ${to.join(', ')}\n  Subject: ${subject}\n\n${lines.map((line) => `  ${line}`).join('\n')}\n\n  (shown by the fake email server, delivered to no one)\n`,
  )
}
const { hostname, port } = new URL(fake.url)
process.stdout.write(`
  A fake email server is running. It shows every email here and delivers none.
  Connect it in Settings > Email, with any sender address:

    Server        ${hostname}
    Port          ${port}
    Security      None
    Username      (blank)

  Or start the app with:

    SMTP_URL=${fake.url} npm start

  Stop it with Ctrl-C.

`)
