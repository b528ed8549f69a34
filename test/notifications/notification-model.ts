import type { Privacy } from '../../src/domain/rules/visibility.ts';
import { ReferenceModel } from '../rules/reference-model.ts';
import type { Notified } from './notified.ts';

/** A stored notification: `to` is notified of an action of `by`. */
interface Stored {
  to: number;
  by: number;
  kind: string;
  subject: number;
  item: number;
  read: boolean;
}

const isAboutComments = (kind: string) => kind.startsWith('COMMENT') && kind !== 'COMMENT_LIKE';

/** The model with notifications. `notify` and `isShown` contain their rules in the shortest form. */
export class NotificationModel extends ReferenceModel {
  stored: Stored[] = [];
  mutes: { by: number; of: number }[] = [];
  unwanted = new Map<number, string[]>();
  likedComments: { id: number; by: number }[] = [];
  deleted = new Set<number>();

  muted(by: number, of: number) {
    return this.mutes.some((mute) => mute.by === by && mute.of === of);
  }
  commentsOf() {
    return this.posts.flatMap((post) => post.comments.map((comment) => ({ ...comment, post })));
  }

  notify(to: number, by: number, kind: string, subject: number, item = subject) {
    if (to === by || this.blocked(to, by) || this.muted(to, by) || this.unwanted.get(to)?.includes(kind)) return;
    const known = this.stored.find((t) => t.to === to && t.by === by && t.kind === kind && t.subject === subject);
    if (known && !isAboutComments(kind) && kind !== 'MESSAGE') return;
    if (kind === 'MESSAGE') this.stored = this.stored.filter((one) => one !== known);
    this.stored.push({ to, by, kind, subject, item, read: false });
  }
  isShown({ to, by, kind, subject, item }: Stored): boolean {
    if (!this.onTerms(to, by) || this.muted(to, by)) return false;
    if (kind.startsWith('FRIEND')) return this.ties.some(({ id }) => id === item);
    if (kind === 'POST_LIKE') return this.posts.some(({ id, likers }) => id === item && likers.includes(by));
    const talk = this.talks.find(({ id }) => id === subject);
    if (kind === 'MESSAGE')
      return !this.deleted.has(item) && talk !== undefined && this.delivered(to, talk).some(({ id }) => id === item);
    const comment = this.commentsOf().find(({ id }) => id === item);
    const likes = kind !== 'COMMENT_LIKE' || this.likedComments.some((like) => like.id === item && like.by === by);
    return comment !== undefined && this.sees(to, comment.post) && likes;
  }
  /** Newest first. */
  notifications(who: number): Notified[] {
    const mine = this.stored.filter((one) => one.to === who && this.isShown(one)).reverse();
    return [...Map.groupBy(mine, ({ kind, subject }) => `${kind} ${subject}`).values()].map((all) => {
      const [{ kind, subject, item }] = all as [Stored];
      const actors = [...new Set(all.map(({ by }) => by))];
      const isRead = all.every(({ read }) => read);
      return { kind, subject, item, actors: actors.slice(0, 3), count: actors.length, isRead };
    });
  }
  markRead(who: number, kind?: string, subject?: number) {
    for (const one of this.stored)
      if (one.to === who && (!kind || one.kind === kind) && (!subject || one.subject === subject)) one.read = true;
    return true;
  }

  override request(a: number, b: number, id: number) {
    const asked = this.tie(a, b);
    const done = super.request(a, b, id);
    if (done && asked) this.accepted(a, b, asked.id);
    else if (done) this.notify(b, a, 'FRIEND_REQUEST', id);
    return done;
  }
  override accept(a: number, id: number) {
    const tie = this.ties.find((one) => one.id === id);
    const isNew = tie?.accepted === false;
    const done = super.accept(a, id);
    if (done && tie && isNew) this.accepted(a, tie.from, id);
    return done;
  }
  accepted(a: number, b: number, id: number) {
    this.markRead(a, 'FRIEND_REQUEST', id);
    this.notify(b, a, 'FRIEND_ACCEPTED', id);
  }
  override start(a: number, others: number[], id: number, message: number) {
    const done = super.start(a, others, id, message);
    if (done) for (const who of others) this.notify(who, a, 'MESSAGE', id, message);
    return done;
  }
  override say(a: number, of: number, id: number) {
    const done = super.say(a, of, id);
    const members = Object.keys(this.talks.find((one) => one.id === of)?.members ?? {});
    if (done) for (const who of members) this.notify(Number(who), a, 'MESSAGE', of, id);
    return done;
  }
  override read(a: number, of: number, upTo: number) {
    const done = super.read(a, of, upTo);
    if (done) this.markRead(a, 'MESSAGE', of);
    return done;
  }
  deleteMessage(a: number, of: number, id: number) {
    this.deleted.add(id);
    const messages = this.talks.find((one) => one.id === of)?.messages ?? [];
    const earlier = messages.filter((one) => one.by === a && !this.deleted.has(one.id)).at(-1);
    for (const one of this.stored) if (one.kind === 'MESSAGE' && one.item === id) one.item = earlier?.id ?? id;
    return true;
  }
  override like(a: number, id: number, change: 'like' | 'unlike' | 'toggle') {
    const post = this.posts.find((one) => one.id === id);
    const before = post?.likers.includes(a);
    const done = super.like(a, id, change);
    if (done && post && !before && post.likers.includes(a)) this.notify(post.author, a, 'POST_LIKE', id);
    return done;
  }
  likeComment(a: number, id: number) {
    const comment = this.commentsOf().find((one) => one.id === id);
    const isOpen = comment && this.sees(a, comment.post) && !this.blocked(a, comment.post.author);
    if (!isOpen || !this.onTerms(a, comment.by)) return false;
    if (!this.likedComments.some((like) => like.id === id && like.by === a)) this.likedComments.push({ id, by: a });
    this.notify(comment.by, a, 'COMMENT_LIKE', id);
    return true;
  }
  override comment(a: number, of: number, id: number) {
    const done = super.comment(a, of, id);
    const post = this.posts.find((one) => one.id === of);
    if (!done || !post) return done;
    this.notify(post.author, a, 'COMMENT', of, id);
    const before = new Set(post.comments.filter((one) => one.id < id).map(({ by }) => by));
    before.delete(post.author);
    for (const who of before) this.notify(who, a, 'COMMENT_AFTER_MINE', of, id);
    return done;
  }
  editPrivacy(a: number, id: number, privacy: Privacy) {
    const post = this.posts.find((one) => one.id === id);
    if (post?.author !== a) return false;
    post.privacy = privacy;
    return true;
  }
}
