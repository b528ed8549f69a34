import { z } from 'zod';

/** Ids come as texts or as numbers. */
const id = z.union([z.string().regex(/^[\w.-]{1,100}$/), z.int().positive().transform(String)]);
/** Not there, or of another type: null. */
const text = z.string().max(1000).nullable().catch(null).default(null);

/** `GET /me`. */
export const meReply = z.object({
  id,
  first_name: text,
  last_name: text,
  email: text,
  /** Nothing but true is true: an account is linked by it. Undefined: the network says nothing of it. */
  verified: z.boolean().optional().catch(false),
  birthday: text,
  gender: text,
});

/** `GET /debug_token`: for which app and person a token was issued. */
export const tokenReply = z.object({
  data: z.union([
    z.object({
      is_valid: z.literal(true),
      app_id: id,
      user_id: id,
      /** Seconds since 1970; 0: never. */
      expires_at: z.number().default(0),
    }),
    z.object({ is_valid: z.literal(false) }),
  ]),
});

/** `GET /me/friends`, one page. */
export const friendsReply = z.object({
  data: z.array(z.object({ id })).max(5000),
  paging: z
    .object({ next: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** `POST /me/feed`. */
export const postReply = z.object({ id });

/** What comes with a status of 400 and more. */
export const errorReply = z.object({
  error: z.object({
    code: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});
