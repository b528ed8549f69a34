import type { RequestHandler } from 'express';
import { longestOldPath, urlOfOld } from '../../domain/pictures/old-urls.ts';
import type { ContextOf } from '../../request/identify.ts';
import { admitPage } from '../../request/pipeline.ts';

/**
 * Answers the path that a picture had at the service that was taken over with 301 to the picture, while the reader may see it (decisions
 * P33). It comes after all other paths, and costs nothing where no such path is known.
 * @param areThere whether there are any
 */
export function serveOldUrls(contextOf: ContextOf, areThere: () => boolean): RequestHandler {
  return async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !areThere() || request.path.length > longestOldPath) return next();
    const context = await contextOf(request);
    await admitPage(context);
    const url = await urlOfOld(context, request.path);
    if (url === null) return next();
    response.status(301).set({ Location: url, 'Cache-Control': 'private, no-store' }).end();
  };
}
