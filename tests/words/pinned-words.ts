// Labels and messages that must not change, because people and programs rely on them. They may break a rule of
// plain-words.ts. plain-words.test.ts fails if one of them is reworded.

export const pinned = `
We Make AI Easy for Everyday People
Get Started Today
Learn More (Expand Details)
Book a FREE Consultation
Book Free 30min Consultation
BOOK A VISION MEETING
See How We Can Help You
For the People Who Help People
Join Our Community
Family of Apps
View All Apps
Try Beezy Free
Launch PriceVue
Start Your Plan
Explore CalmPath
Take Assessment
Powerful tools designed to make technology simple for everyday people
Name *
Email *
Organization/Company
Message (Optional)
Joining...
Join Waitlist
Join the On-Site Training Waitlist
You're on the list!
Return to Home
Submit Another Entry
Back to Home
Privacy Policy
Terms of Service
404 Page Not Found
Edit Post
Save Post
Update Post
Cancel Edit
AI Suggest
AI Generate
Generate AI Content
Human Written
AI Generated
Auto-Generate Content
Content Enhancement
Enhance Content
Start Recording
Stop Recording
Transcribe & Enhance
Enhance with AI
Author Invites
Author Email
Author Name
Suggested Topic
Personal Message
Sent Invitations
AI Generate Excerpt
Training Waitlist
No blog posts found
Loading posts...
No invitations sent yet
No waitlist entries yet
Title and content are required.
Please fill in all required fields.
Not enough content. Please write some content first before generating an excerpt.
Please provide content to enhance.
Please upload a text file (.txt, .md).
Required
Failed to save blog post.
Failed to generate AI content.
Generation failed. Could not generate excerpt. Please try again.
Failed to enhance content.
Failed to send author invitation.
Failed to read file.
Could not access microphone.
No audio recording found.
Failed to transcribe audio.
Please configure a voice-to-text service API key to enable audio transcription.
Failed to join waitlist
There was a problem joining the waitlist. Please try again.
You're on the list! We'll be in touch soon.
Blog post saved successfully!
AI content generation started!
Invitation Sent
Author invite sent successfully!
AI Suggestions Ready
Applied
Excerpt generated!
Review and edit the generated content before publishing.
Content Enhanced
Recording Started
Recording Stopped
Audio Transcribed
Success!
AI productivity tips
`
  .trim()
  .split('\n')
