import type { PublicPages } from '../../../tests/helpers/feature-testing.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { came, feedbackPathOf, holdGathering, numberOf } from './gatherings.ts'

async function hold(server: TestServer): Promise<TestServer> {
  await holdGathering(server, [came('Maya Lee')])
  return server
}

export const publicPages: PublicPages = {
  addresses: {
    [followUpPaths.certificate(':number')]: async (server) =>
      followUpPaths.certificate(await numberOf(await hold(server), 'Maya Lee')),
    [followUpPaths.feedback(':token')]: async (server) => feedbackPathOf(await hold(server), 'Maya Lee'),
  },
  makeTokens: async (server) => ({
    '/feedback/': (await feedbackPathOf(await hold(server), 'Maya Lee')).split('/').at(-1) ?? '',
  }),
  views: [{ page: 'certificate', props: { state: 'tooMany' } }],
}
