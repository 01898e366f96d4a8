/** A live session with its person. */
export type Session = {
  sessionId: string;
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
};
