import type { RequestHandler } from 'express';

/** The icon of the service, a PNG file of 32 × 32 pixels: a white peak on blue. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgBAMAAACBVGfHAAAAMFBMVEVMaXEKa8sMassLac8LassLassLa8v///8ketGmyezn8frI3vSQvOhYmtxqpeBG' +
    'j9juS8JHAAAABnRSTlMA8lQVg88ZpelrAAAAzUlEQVQoz2XSsQ3CQAwFUAs2ACk1bABDwASIHgmsBATthwQokcgACCYIBXWyAdmAEWCDpOUSckecc3HF' +
    'k+zz2UfUHjlcxWwyIKI+16JD1GIRPRpK6NJYwpymEhbkSJgRN6KC81Ud7u1kIAnUscJFwxp4M6d/WAJ3pb5JSYEdhzjooi78CFmCpwYPxxwPBObaHLGH' +
    'ooyGBJkbAS8NG1WRP9ibTkNsi65iA2lRvuz7B+pS+TivbEhALEFni3nUwBqhNWRrDdairFVay25+hy8NpNAJPnEE4wAAAABJRU5ErkJggg==',
  'base64',
);

/** Answers `/favicon.ico`, for which browsers ask by themselves. */
export const answerIcon: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'public, max-age=86400').type('image/png').send(icon);
};
