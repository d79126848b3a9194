/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.flatplan.harness.cli.UserError;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of the results, as PNG. */
final class Plots {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 460;
  private static final int TALL = 620;
  /** Pixels for each unit, so that the text is sharp on any screen. */
  private static final int SCALE = 2;
  private static final Map<Variant, Color> COLORS = Map.of(Variant.STOCK, new Color(0xc0392b), Variant.OFF, new Color(0xe08e0b), Variant.REBUILT,
      new Color(0x1f5fae), Variant.SELECT, new Color(0x2e8b57));
  private static final List<Marker> MARKERS = List.of(SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.DIAMOND, SeriesMarkers.TRIANGLE_UP,
      SeriesMarkers.TRIANGLE_DOWN);

  static {
    System.setProperty("java.awt.headless", "true");
  }

  private Plots() {
  }

  /** A picture for each workload that has something to show, and {@code ratio}, by name. */
  static Map<String, byte[]> of(Results results) {
    try {
      Map<String, byte[]> all = new LinkedHashMap<>();
      for (Workload workload : results.matrix().workloads()) {
        Optional<byte[]> plot = workload(results, workload);
        if (plot.isPresent()) {
          all.put(workload.label(), plot.get());
        }
      }
      Optional<byte[]> ratios = ratios(results);
      if (ratios.isPresent()) {
        all.put("ratio", ratios.get());
      }
      return all;
    } catch (InternalError | LinkageError e) {
      // A slim Java or a machine without fonts.
      throw new UserError("this Java cannot draw: " + e + "; install fontconfig and a font, or take --no-plots with --resume");
    }
  }

  private static Optional<byte[]> workload(Results results, Workload workload) {
    XYChart chart = chart(workload.label() + ": " + workload.title(), "columns", "seconds: calls, optimization, planning", HEIGHT, results);
    List<Runnable> crosses = new ArrayList<>();
    for (Variant variant : results.matrix().variants()) {
      List<Integer> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      List<Integer> lostX = new ArrayList<>();
      List<Double> lostY = new ArrayList<>();
      String lost = null;
      for (int columns : results.matrix().columns()) {
        Cell cell = results.cell(workload, columns, variant);
        if (cell.done()) {
          x.add(columns);
          y.add(seconds(cell.total().median()));
        } else if (cell.state() == Cell.State.FAILED && cell.cause().seen().reachedMillis() != null) {
          lostX.add(columns);
          lostY.add(seconds(cell.cause().seen().reachedMillis()));
          lost = cell.cause().seen().outcome().title();
        }
      }
      line(chart, variant.title(), x, y, COLORS.get(variant), SeriesMarkers.CIRCLE);
      if (lost != null) {
        String name = variant.title() + ": " + lost;
        crosses.add(() -> line(chart, name, lostX, lostY, COLORS.get(variant), SeriesMarkers.CROSS));
      }
    }
    // Above the lines.
    crosses.forEach(Runnable::run);
    return png(chart, HEIGHT);
  }

  /** Never zero, of which there is no logarithm. */
  private static double seconds(double millis) {
    return Math.max(millis, 0.1) / 1000;
  }

  private static Optional<byte[]> ratios(Results results) {
    XYChart chart = chart("How many times as fast as the release", "columns", "release / rebuild", TALL, results);
    List<Workload> workloads = results.matrix().workloads();
    for (int i = 0; i < workloads.size(); i++) {
      List<Integer> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (int columns : results.matrix().columns()) {
        Optional<Interval> ratio = results.ratio(workloads.get(i), columns, Variant.STOCK, Variant.REBUILT).filter(known -> known.exact() && known.low() > 0);
        if (ratio.isPresent()) {
          x.add(columns);
          y.add(ratio.get().low());
        }
      }
      // Neighbours in the legend are far apart on the colour wheel, and have other marks.
      Color color = Color.getHSBColor(i * 0.382f % 1, 0.75f, i % 2 == 0 ? 0.75f : 0.55f);
      line(chart, workloads.get(i).label(), x, y, color, MARKERS.get(i % MARKERS.size()));
    }
    if (chart.getSeriesMap().isEmpty()) {
      return Optional.empty();
    }
    List<Integer> columns = results.matrix().columns();
    XYSeries same = chart.addSeries("as fast as the release", List.of(left(columns), right(columns)), List.of(1, 1));
    same.setMarker(SeriesMarkers.NONE).setLineColor(Color.GRAY)
        .setLineStyle(new BasicStroke(1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {6, 5}, 0));
    return png(chart, TALL);
  }

  private static double left(List<Integer> columns) {
    return columns.get(0) * 0.8;
  }

  private static double right(List<Integer> columns) {
    return columns.get(columns.size() - 1) * 1.25;
  }

  private static XYChart chart(String title, String x, String y, int height, Results results) {
    XYChart chart = new XYChartBuilder().width(WIDTH).height(height).title(title).xAxisTitle(x).yAxisTitle(y).theme(Styler.ChartTheme.XChart).build();
    chart.getStyler().setYAxisDecimalPattern("#,##0.####").setXAxisLogarithmic(true).setYAxisLogarithmic(true).setXAxisMin(left(results.matrix().columns()))
        .setXAxisMax(right(results.matrix().columns())).setMarkerSize(9).setChartBackgroundColor(Color.WHITE)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15)).setLegendPosition(Styler.LegendPosition.OutsideE)
        .setLegendBorderColor(Color.WHITE).setPlotBorderColor(Color.LIGHT_GRAY).setChartTitleBoxVisible(false);
    return chart;
  }

  private static void line(XYChart chart, String name, List<? extends Number> x, List<Double> y, Color color, Marker marker) {
    if (x.isEmpty()) {
      return;
    }
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarkerColor(color).setMarker(marker).setLineColor(color).setLineStyle(new BasicStroke(2.2f));
    if (marker == SeriesMarkers.CROSS) {
      series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    }
  }

  private static Optional<byte[]> png(XYChart chart, int height) {
    if (chart.getSeriesMap().isEmpty()) {
      return Optional.empty();
    }
    BufferedImage image = new BufferedImage(WIDTH * SCALE, height * SCALE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.scale(SCALE, SCALE);
      chart.paint(graphics, WIDTH, height);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ImageIO.write(image, "png", out);
      return Optional.of(out.toByteArray());
    } catch (IOException e) {
      throw new IllegalStateException("a picture in memory", e);
    } finally {
      graphics.dispose();
    }
  }
}
