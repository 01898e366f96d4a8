import "next-auth/jwt";

declare module "next-auth/jwt" {
  interface JWT {
    /** Id of the session's row; the cookie contains nothing else. */
    sessionId: string;
  }
}

declare module "next-auth" {
  interface User {
    sessionId: string;
  }
}
