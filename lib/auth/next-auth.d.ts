import "next-auth/jwt";

declare module "next-auth/jwt" {
  interface JWT {
    /** Id of the session's row; all that the cookie holds. */
    sessionId: string;
  }
}

declare module "next-auth" {
  interface User {
    sessionId: string;
  }
}
