-- additive
CREATE TABLE "look_styles" (
	"hash" text PRIMARY KEY NOT NULL,
	"css" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
