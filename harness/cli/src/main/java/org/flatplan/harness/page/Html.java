/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.page;

/** What the pages of the harness have in common. They need nothing else: no script, no font, no picture from elsewhere. */
public final class Html {
  private static final String STYLE = """
      :root{--ink:#1b2430;--soft:#5a6675;--line:#dde3ea;--back:#f5f7fa;--card:#fff;--good:#0b7a4b;--goodback:#e4f5ec;
        --bad:#b3261e;--badback:#fdeceb;--blue:#1f5fae;--blueback:#e8f0fb;--violet:#6b3fa0;--violetback:#f1eaf9;--amber:#8a5a00;--amberback:#fdf3dd}
      @media(prefers-color-scheme:dark){:root{--ink:#e6ebf2;--soft:#9aa7b8;--line:#303a47;--back:#12171e;--card:#1a212b;--good:#5fd39a;--goodback:#12321f;
        --bad:#ff8a80;--badback:#3d1715;--blue:#8ab8f5;--blueback:#172c47;--violet:#c9a6f2;--violetback:#2c1e40;--amber:#f0c36a;--amberback:#3a2c0c}}
      *{box-sizing:border-box}
      body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
      main{max-width:1120px;margin:0 auto;padding:28px 20px 60px}
      h1{font-size:22px;margin:0 0 2px}h2{font-size:17px;margin:34px 0 10px}h3{font-size:14px;margin:20px 0 8px}
      p{margin:4px 0}.soft{color:var(--soft)}
      .verdict{display:flex;gap:20px;align-items:center;background:var(--card);border:1px solid var(--line);border-left:8px solid var(--good);border-radius:8px;padding:18px 22px}
      .verdict.fail{border-left-color:var(--bad)}
      .mark{font-size:26px;font-weight:700;letter-spacing:.04em;color:var(--good);flex:none}.fail .mark{color:var(--bad)}
      .scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px;margin:8px 0}
      table{border-collapse:collapse;width:100%}th,td{padding:7px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
      tr:last-child>td{border-bottom:0}thead th{font-size:12.5px;color:var(--soft);font-weight:600;white-space:nowrap}
      td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td.zero{color:var(--soft)}td.bad{color:var(--bad);background:var(--badback);font-weight:700}
      code{font:12.5px/1.45 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
      code.sum{color:var(--soft)}
      .tag{display:inline-block;font-size:12px;font-weight:600;border-radius:10px;padding:0 9px;white-space:nowrap}
      .patched{color:var(--blue);background:var(--blueback)}.added{color:var(--violet);background:var(--violetback)}.version{color:var(--amber);background:var(--amberback)}
      .missing,.unexplained,.bad-tag{color:var(--bad);background:var(--badback)}.identical{color:var(--good);background:var(--goodback)}
      details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:8px 0}summary{cursor:pointer;padding:9px 14px;font-weight:600}
      details>.scroll{border:0;border-top:1px solid var(--line);border-radius:0;margin:0}details ul{margin:0;padding:4px 14px 12px 32px}
      ul.problems{background:var(--badback);border-radius:8px;margin:12px 0;padding:12px 14px 12px 34px}ul.problems li{margin:3px 0;overflow-wrap:anywhere}
      @media print{details{border:0}}
      """;

  /** The end of a page. */
  public static final String FOOT = "</main></body></html>";

  private Html() {
  }

  /** The beginning of a page, up to where its text starts. */
  public static String head(String title) {
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" + text(title) + "</title>\n<style>\n" + STYLE
        + "</style></head><body><main>";
  }

  /** Any text, as a page shows it. */
  public static String text(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }

  /** A time for people. */
  public static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60 ? whole + " s" : whole < 3600 ? whole / 60 + " min " + whole % 60 + " s" : whole / 3600 + " h " + whole / 60 % 60 + " min";
  }
}
