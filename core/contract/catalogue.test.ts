import { expect, test } from 'vitest'
import { assistantMessages as ai } from '../../features/assistant/contract/assistant.ts'
import { inviteMessages as invites } from '../../features/guests/contract/invites.ts'
import { waitlistForm } from '../../features/people/contract/waitlist.ts'
import { postMessages as posts } from '../../features/posts/contract/posts.ts'

test('the messages are those of the specification, to the letter (sections 5 and 8)', () => {
  expect(posts).toMatchObject({
    titleAndContent: 'Title and content are required.',
    allRequired: 'Please fill in all required fields.',
    saved: 'Blog post saved successfully!',
    saveFailed: 'Failed to save blog post.',
  })
  expect(ai).toMatchObject({
    generateFailed: 'Failed to generate AI content.',
    excerptFailed: 'Generation failed. Could not generate excerpt. Please try again.',
    notEnoughContent: 'Not enough content. Please write some content first before generating an excerpt.',
    enhanceFailed: 'Failed to enhance content.',
    enhanceBlank: 'Please provide content to enhance.',
    started: 'AI content generation started!',
    enhanced: 'Content Enhanced',
    recordingStarted: 'Recording Started',
    recordingStopped: 'Recording Stopped',
    transcribed: 'Audio Transcribed',
    microphoneDenied: 'Could not access microphone.',
    noRecording: 'No audio recording found.',
    transcribeFailed: 'Failed to transcribe audio.',
    serviceNeeded:
      'Service Configuration Needed. Please configure a voice-to-text service API key to enable audio transcription.',
    fileType: 'Please upload a text file (.txt, .md).',
    fileFailed: 'Failed to read file.',
  })
  expect(invites).toMatchObject({
    sent: 'Invitation Sent',
    sentDetail: 'Author invite sent successfully!',
    failed: 'Failed to send author invitation.',
    none: 'No invitations sent yet',
  })
  expect(waitlistForm.messages).toMatchObject({
    failed: 'Failed to join waitlist',
    unreachable: 'There was a problem joining the waitlist. Please try again.',
  })
})
