UPDATE "outbox_messages" SET "status" = 'withdrawn'
WHERE "status" = 'failed' AND "problem" = 'Its link no longer works: a newer one was made, or it was revoked.';
