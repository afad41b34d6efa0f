// `npm run fake-ai [port]` starts a fake AI service, for trying the AI buttons without an account.
import { startFakeAi } from './fake-ai.ts'

const { url } = await startFakeAi(Number(process.argv[2] ?? 4010))
process.stdout.write(`
  A fake AI service is running. Every answer says that it’s a fake.
  Connect it in Settings > Connections > AI:

    Provider      Another service that works like OpenAI
    Address       ${url}
    Key           (blank)
    Model         fake

  and in Settings > Connections > Speech to text:

    Service       Another service that works like OpenAI
    Address       ${url}
    Key           (blank)
    Model         fake

  Or start the app with:

    AI_PROVIDER=openai-compatible AI_BASE_URL=${url} AI_MODEL=fake STT_BASE_URL=${url} npm start

  Stop it with Ctrl-C.

`)
