import { z } from 'zod';

/** Ids come as texts or as numbers. */
const id = z.union([z.string().regex(/^[\w.-]{1,100}$/), z.int().positive().transform(String)]);
/** Null if it is missing or of another type. */
const text = z.string().max(1000).nullable().catch(null).default(null);

/** `GET /me`. */
export const meReply = z.object({
  id,
  first_name: text,
  last_name: text,
  email: text,
  /**
   * Only the value true counts, because accounts are linked by it. Undefined means that the network does not state it.
   */
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

/** The body of an answer with a status of 400 or more. */
export const errorReply = z.object({
  error: z.object({
    code: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});
