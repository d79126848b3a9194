package org.flatplan.maven;

/** A build that must stop: the message names the file at fault and the next step. */
public final class HarnessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message what is wrong, where, and what to do about it */
    public HarnessException(String message) {
        super(message);
    }
}
